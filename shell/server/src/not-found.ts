/** Returns an error that Fastify sends as a 404. */
export function notFound(what: 'ADDRESS' | 'FILE') {
  const code = `${what}_NOT_FOUND`;
  return Object.assign(new Error(code), { statusCode: 404, code });
}
