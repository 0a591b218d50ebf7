import { isChargerNumber, maskChargerNumber } from '@shared/brazil';
import { formatInput } from '@shared/forms';
import { useBack, useLocation, useNavigate, useParams, usePaths } from '@shared/router';
import { BackButton, Button } from '@shared/ui';
import { Field } from '@shared/ui/form-fields';
import { type RefObject, useRef, useState } from 'react';
import { StartFlow } from '../start/start-flow.tsx';
import { CameraView } from './camera-view.tsx';
import styles from './page.module.css';
import { readCode } from './read-code.ts';
import { strings } from './strings.ts';

/** History state written by this screen. */
interface HistoryState {
  /** Initial value of the number field. */
  typed?: string;
}

/**
 * Screen with the camera and the number field. The URL holds the number being looked up, so that a
 * printed URL, a reload and the browser's back button all work.
 */
export function Component() {
  const navigate = useNavigate();
  const paths = usePaths();
  const back = useBack(paths.home());
  const { number } = useParams();
  const historyState: HistoryState = useLocation().state ?? {};
  const [typed, setTyped] = useState(number ?? historyState.typed ?? '');

  const field = useRef<HTMLInputElement>(null);

  const openNumber = (given: string) => {
    setTyped(given);
    navigate(paths.qrcode(given));
  };
  // Returns to the previous screen, such as a site's page, or to the camera if there is none.
  const close = useBack(paths.qrcode(), { typed: number ?? '' } satisfies HistoryState);

  return (
    <main className={styles.page}>
      <CameraView paused={number !== undefined} onNumber={openNumber} />
      <div className={styles.bar} data-scheme="dark">
        <BackButton onPress={back} />
        <h1>{strings.title}</h1>
      </div>
      <div className={styles.panel}>
        <NumberForm field={field} value={typed} onChange={setTyped} onSubmit={openNumber} />
      </div>
      {number !== undefined && <StartFlow key={number} number={number} field={field} onClose={close} />}
    </main>
  );
}

interface NumberFormProps {
  field: RefObject<HTMLInputElement | null>;
  value: string;
  onChange: (value: string) => void;
  onSubmit: (number: string) => void;
}

/** Form for the charger number: five digits, a dash inserted automatically, one digit. */
function NumberForm({ field, value, onChange, onSubmit }: NumberFormProps) {
  const valid = isChargerNumber(value);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (valid) onSubmit(value);
      }}
    >
      <Field
        ref={field}
        label={strings.number}
        hint={strings.numberHint}
        placeholder={strings.numberExample}
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="go"
        value={value}
        onChange={({ currentTarget }) => {
          // A pasted sticker address may have digits in its host.
          formatInput(currentTarget, (typed) => readCode(typed) ?? maskChargerNumber(typed));
          onChange(currentTarget.value);
        }}
      />
      <Button type="submit" variant="primary" full disabled={!valid}>
        {strings.next}
      </Button>
    </form>
  );
}
