interface FrameOptions {
  /** First byte: FIN, reserved bits and opcode. 0x81 is a whole text message. */
  first?: number;
  masked?: boolean;
  /** Length in the frame's header; the payload's by default. */
  length?: number;
}

/** Returns the bytes of a client's websocket frame (RFC 6455 §5.2), which may be malformed. */
export function rawFrame(payload: string | Buffer, options: FrameOptions = {}): Buffer {
  const body = Buffer.from(payload);
  const { first = 0x81, masked = true, length = body.length } = options;
  const mask = masked ? 0x80 : 0;
  let head: Buffer;
  if (length < 126) head = Buffer.from([first, mask | length]);
  else if (length < 65_536) head = Buffer.from([first, mask | 126, length >> 8, length & 0xff]);
  else {
    head = Buffer.alloc(10);
    head[0] = first;
    head[1] = mask | 127;
    head.writeBigUInt64BE(BigInt(length), 2);
  }
  // With a key of zeros the masked payload is the payload.
  return Buffer.concat([head, Buffer.alloc(masked ? 4 : 0), body]);
}
