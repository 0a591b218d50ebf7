import { fetchVerified } from '@shared/client/fetch-verified';
import { IconButton } from '@shared/ui';
import { Flashlight, FlashlightOff } from '@shared/ui/icons';
import { prepareZXingModule, Scanner as QrScanner } from '@yudiel/react-qr-scanner';
import { type SyntheticEvent, useEffect, useEffectEvent, useState } from 'react';
import { type CameraProblem, PROBLEM_BY_ERROR } from './camera-problem.tsx';
import styles from './page.module.css';
import { strings } from './strings.ts';

/** Defined by `rsbuild.config.ts`. */
declare const QR_DECODER_INTEGRITY: string;

/**
 * Self-hosted; by default the library fetches the decoder from a public CDN without an integrity
 * check.
 */
const DECODER = {
  url: new URL('zxing-wasm/reader/zxing_reader.wasm', import.meta.url).href,
  integrity: QR_DECODER_INTEGRITY,
};

const SCAN_EVERY_MS = 500;
/** Phones report the torch capability only some time after the video starts. */
const TORCH_KNOWN_AFTER_MS = 700;
const REAR_CAMERA: MediaTrackConstraints = {
  facingMode: 'environment',
  width: { ideal: 1280 },
  height: { ideal: 720 },
};
const HIDDEN_CONTROLS = { finder: false, torch: false, onOff: false, zoom: false } as const;
const FORMATS = ['qr_code' as const];

interface ScannerProps {
  paused: boolean;
  /** Called with the text of every code in the picture. */
  onCodes: (codes: string[]) => void;
  onLive: () => void;
  onProblem: (problem: CameraProblem) => void;
}

/** Shows the rear camera's preview in its container and scans it for QR codes. */
export function Scanner({ paused, onCodes, onLive, onProblem }: ScannerProps) {
  const [torchTrack, setTorchTrack] = useState<MediaStreamTrack>();
  const [decoder] = useState(startDecoder);
  const fail = useEffectEvent((error: unknown) => {
    console.warn('loading the QR decoder failed', error);
    onProblem('failed');
  });
  useEffect(() => {
    decoder.catch((error: unknown) => fail(error));
  }, [decoder]);

  const playing = ({ target }: SyntheticEvent) => {
    onLive();
    const stream = target instanceof HTMLVideoElement ? target.srcObject : null;
    const track = stream instanceof MediaStream ? stream.getVideoTracks()[0] : undefined;
    setTimeout(() => setTorchTrack(track && hasTorch(track) ? track : undefined), TORCH_KNOWN_AFTER_MS);
  };

  return (
    <div className={styles.scanner} onPlayingCapture={playing}>
      <QrScanner
        formats={FORMATS}
        constraints={REAR_CAMERA}
        components={HIDDEN_CONTROLS}
        retryDelay={SCAN_EVERY_MS}
        scanDelay={SCAN_EVERY_MS}
        allowMultiple
        sound={false}
        paused={paused}
        styles={FILL}
        onScan={(codes) => onCodes(codes.map(({ rawValue }) => rawValue))}
        onError={({ kind, cause }) => {
          console.warn('opening the camera failed', kind, cause);
          onProblem(PROBLEM_BY_ERROR[kind]);
        }}
      />
      {torchTrack && !paused && <TorchButton track={torchTrack} />}
    </div>
  );
}

/**
 * Fetches the decoder while the camera opens. Rejects if it fails to load, because the library
 * would wait forever.
 */
function startDecoder(): Promise<unknown> {
  const bytes = fetchVerified(DECODER).then((file) => file.arrayBuffer());
  return new Promise<void>((resolve, reject) => {
    bytes.catch(reject);
    prepareZXingModule({
      overrides: {
        instantiateWasm(
          imports: WebAssembly.Imports,
          onInstance: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
        ) {
          const instantiated = bytes.then((source) => WebAssembly.instantiate(source, imports));
          instantiated.then(({ instance, module }) => {
            onInstance(instance, module);
            resolve();
          }, reject);
          return {};
        },
      },
    });
  });
}

const FILL = { container: { position: 'absolute', inset: 0, aspectRatio: 'auto' } } as const;

function hasTorch(track: MediaStreamTrack): boolean {
  return track.readyState === 'live' && 'torch' in track.getCapabilities();
}

function TorchButton({ track }: { track: MediaStreamTrack }) {
  const [on, setOn] = useState(false);
  const toggle = async () => {
    const torch: MediaTrackConstraintSet & { torch: boolean } = { torch: !on };
    await track.applyConstraints({ advanced: [torch] });
    setOn(!on);
  };
  return (
    <div className={styles.torch} data-scheme="dark">
      <IconButton
        label={on ? strings.torchOff : strings.torchOn}
        aria-pressed={on}
        icon={on ? <FlashlightOff /> : <Flashlight />}
        onClick={toggle}
      />
    </div>
  );
}
