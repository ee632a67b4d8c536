@echo off
rem Attune's command line. JAVA_HOME chooses the Java, unless the archive brings one; ATTUNE_JAVA_OPTS adds JVM options.
setlocal
set "HOME_OF_ATTUNE=%~dp0.."
set "JAVA_EXE=%HOME_OF_ATTUNE%\runtime\bin\java.exe"
if exist "%JAVA_EXE%" goto run
set "JAVA_EXE=%JAVA_HOME%\bin\java.exe"
if defined JAVA_HOME if exist "%JAVA_EXE%" goto run
set "JAVA_EXE=java.exe"
where java >nul 2>nul
if errorlevel 1 (
  echo attune: no Java found. Install Java 17 or newer, or set JAVA_HOME. 1>&2
  exit /b 1
)
:run
"%JAVA_EXE%" -XX:+UseSerialGC -XX:-UsePerfData %ATTUNE_JAVA_OPTS% -jar "%HOME_OF_ATTUNE%\attune.jar" %*
exit /b %ERRORLEVEL%
