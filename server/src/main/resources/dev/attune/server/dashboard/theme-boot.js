// Runs before the first paint, so that a chosen theme does not flash. It is the only script that is not a module.
try {
  const theme = localStorage.getItem('attune-theme');
  if (theme === 'light' || theme === 'dark') {
    document.documentElement.dataset.theme = theme;
  }
} catch {
  // No storage: the theme is that of the system.
}
