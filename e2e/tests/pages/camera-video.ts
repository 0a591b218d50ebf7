import { writeFileSync } from 'node:fs';
import QRCode from 'qrcode';

const WIDTH = 1280;
const HEIGHT = 720;
const FRAMES = 3;
const WHITE = 235;
const BLACK = 16;

/** Writes a video (YUV4MPEG2, 4:2:0) of a QR code, for Chromium's fake camera. */
export function writeQrCodeVideo(text: string, path: string): void {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' });
  const quiet = 4;
  const scale = Math.floor(HEIGHT / (modules.size + 2 * quiet));
  const left = Math.floor((WIDTH - scale * modules.size) / 2);
  const top = Math.floor((HEIGHT - scale * modules.size) / 2);
  const luma = Buffer.alloc(WIDTH * HEIGHT, WHITE);
  for (let row = 0; row < modules.size * scale; row++)
    for (let column = 0; column < modules.size * scale; column++)
      if (modules.get(Math.floor(row / scale), Math.floor(column / scale)))
        luma[(top + row) * WIDTH + left + column] = BLACK;
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, Buffer.alloc((WIDTH * HEIGHT) / 2, 128)]);
  const header = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`);
  writeFileSync(path, Buffer.concat([header, ...Array.from({ length: FRAMES }, () => frame)]));
}
