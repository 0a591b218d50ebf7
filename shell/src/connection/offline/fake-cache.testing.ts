/** A fake `Cache` that matches by URL only. */
export class FakeCache {
  entries = new Map<string, Response>();
  private key = (request: string | { url: string }) =>
    new URL(typeof request === 'string' ? request : request.url, location.href).href;

  async match(request: string | Request) {
    return this.entries.get(this.key(request))?.clone();
  }
  async put(request: string | Request, response: Response) {
    this.entries.set(this.key(request), response);
  }
  async delete(request: string | Request) {
    return this.entries.delete(this.key(request));
  }
  async keys() {
    return [...this.entries.keys()].map((url) => ({ url }));
  }
  /** Returns the paths of the cached files. */
  paths() {
    return [...this.entries.keys()].map((url) => new URL(url).pathname).sort();
  }
}
