import { Duplex } from 'node:stream';

/** Where what one end of a connection does is delivered. */
interface Link {
  /** Sends bytes to the other end; null is the end of the stream. */
  send(from: MemorySocket, chunk: Buffer | null): void;
  /** The end is closed. */
  leave(end: MemorySocket): void;
}

/** One end of a connection in memory. Has what `fetch`, `http`, `ws` and the backend use of a socket. */
export class MemorySocket extends Duplex {
  bytesRead = 0;
  readonly remoteAddress: string;
  readonly #link: Link;

  constructor(link: Link, remoteAddress: string) {
    super({ allowHalfOpen: false });
    this.#link = link;
    this.remoteAddress = remoteAddress;
  }

  setTimeout = () => this;
  setNoDelay = () => this;
  setKeepAlive = () => this;
  ref = () => this;
  unref = () => this;

  /** Bytes that have arrived; null is the end of the stream. */
  receive(chunk: Buffer | null): void {
    this.bytesRead += chunk?.length ?? 0;
    this.push(chunk);
  }

  override _read(): void {}

  override _write(chunk: Buffer, _: string, done: () => void): void {
    this.#link.send(this, chunk);
    done();
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.#link.send(this, Buffer.concat(chunks.map(({ chunk }) => chunk)));
    done();
  }

  override _final(done: () => void): void {
    this.#link.send(this, null);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#link.leave(this);
    done(error);
  }
}
