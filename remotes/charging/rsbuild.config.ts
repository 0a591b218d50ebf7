import { hashConstants, remoteConfig } from '@shared/federation';

export default remoteConfig(
  'charging',
  hashConstants({ QR_DECODER_INTEGRITY: import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm') }),
);
