/** A vite plugin for tests: answers everything below /probe/ and tells at /probe-log what was asked for. */
export function probeServer() {
  const seen = [];
  return {
    name: 'probe-server',
    configureServer(server) {
      server.httpServer?.on('upgrade', (request) => {
        if (!request.url?.startsWith('/probe/')) return;
        seen.push(request.url);
        request.socket.destroy();
      });
      server.middlewares.use((request, response, next) => {
        if (request.url === '/probe-log') {
          response.setHeader('content-type', 'application/json');
          return response.end(JSON.stringify(seen));
        }
        if (!request.url?.startsWith('/probe/')) return next();
        seen.push(request.url);
        response.setHeader('content-type', request.url.endsWith('.js') ? 'text/javascript' : 'text/event-stream');
        response.setHeader('access-control-allow-origin', '*');
        response.end(request.url.endsWith('.js') ? 'var probed = 1;' : 'data: 1\n\n');
      });
    },
  };
}
