import { formatBRL } from '@shared/brazil';
import { Link, useBack, usePaths } from '@shared/router';
import { showToastAtom } from '@shared/state';
import { Button, ButtonLink, Page } from '@shared/ui';
import { Printer, Share } from '@shared/ui/icons';
import { share } from '@shared/ui/share';
import { useSetAtom } from 'jotai';
import type { ReactNode } from 'react';
import type { Fact } from './facts.ts';
import styles from './receipt-page.module.css';
import { strings } from './strings.ts';

interface ReceiptPageProps {
  title: string;
  /** Content for sharing and printing, once the receipt is complete. */
  shared?: { facts: Fact[]; total: number } | undefined;
  /** Optional main action. */
  action?: ReactNode;
  children: ReactNode;
}

/** Page around a receipt: navigation back and home, and buttons to share and print. */
export function ReceiptPage({ title, shared, action, children }: ReceiptPageProps) {
  const paths = usePaths();
  const back = useBack(paths.home());
  return (
    <div className={styles.page}>
      <Page
        title={title}
        onBack={back}
        actions={
          <>
            {action}
            <ButtonLink variant={action ? 'secondary' : 'primary'} full render={<Link to={paths.home()} />}>
              {strings.home}
            </ButtonLink>
          </>
        }
      >
        {children}
        {shared && <ReceiptActions title={title} {...shared} />}
      </Page>
    </div>
  );
}

function ReceiptActions({ title, facts, total }: { title: string; facts: Fact[]; total: number }) {
  const toast = useSetAtom(showToastAtom);
  const lines = [...facts, { label: strings.total, value: formatBRL(total) }];
  const text = lines.map(({ label, value }) => `${label}: ${value}`).join('\n');
  const shareText = async () => {
    const outcome = await share({ title, text });
    if (outcome === 'copied') toast({ id: 'share', kind: 'success', title: strings.copied });
    if (outcome === 'failed') toast({ id: 'share', kind: 'failure', title: strings.shareFailed });
  };
  return (
    <div className={styles.actions}>
      {typeof navigator.share === 'function' && (
        <Button icon={<Share />} onClick={shareText}>
          {strings.share}
        </Button>
      )}
      {/* Web views of apps can't print. */}
      {typeof window.print === 'function' && (
        <Button icon={<Printer />} onClick={() => print()}>
          {strings.saveAsPdf}
        </Button>
      )}
    </div>
  );
}
