/**
 * The service as HTTP: {@link dev.attune.server.http.HttpServer} lets requests in, {@link dev.attune.server.http.Routes} lists what there
 * is, the {@code *Routes} classes translate between JSON and the runtime. Nothing is decided here.
 */
package dev.attune.server.http;
