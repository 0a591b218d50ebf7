import { formatBRL } from '@shared/brazil';
import { Link, useBack, useParams, usePaths } from '@shared/router';
import { Button, ButtonLink, FailureState, Loading, Page, Skeleton } from '@shared/ui';
import { Printer, Share } from '@shared/ui/icons';
import styles from './page.module.css';
import { Pending } from './pending.tsx';
import { Receipt } from './receipt.tsx';
import { strings } from './strings.ts';
import { useReceipt } from './use-receipt.ts';

/** The receipt of a charge. */
export function Component() {
  const { id = '' } = useParams();
  const paths = usePaths();
  const back = useBack(paths.home());
  const { state, total, facts, lines, fetching, askAgain } = useReceipt(id);

  const share = () => {
    const amount = total === undefined ? [] : [`${strings.total}: ${formatBRL(total)}`];
    const text = [...facts.map(({ label, value }) => `${label}: ${value}`), ...amount].join('\n');
    navigator.share({ title: strings.title, text }).catch(unlessDismissed);
  };
  const canShare = typeof navigator.share === 'function';

  return (
    <div className={styles.page}>
      <Page
        title={strings.title}
        onBack={back}
        actions={
          <ButtonLink variant="primary" full render={<Link to={paths.home()} />}>
            {strings.home}
          </ButtonLink>
        }
      >
        {state === 'loading' && (
          <Loading>
            <Skeleton height="32rem" />
          </Loading>
        )}
        {state === 'failed' && (
          <FailureState message={strings.failure} onRetry={askAgain} retrying={fetching} />
        )}
        {state !== 'loading' && state !== 'failed' && (
          <Receipt
            total={total}
            facts={facts}
            lines={lines}
            pending={
              state === 'settled' ? null : <Pending state={state} fetching={fetching} onAskAgain={askAgain} />
            }
          />
        )}
        {state === 'settled' && (
          <div className={styles.ways}>
            {canShare && (
              <Button icon={<Share />} onClick={share}>
                {strings.share}
              </Button>
            )}
            <Button icon={<Printer />} onClick={() => print()}>
              {strings.print}
            </Button>
          </div>
        )}
      </Page>
    </div>
  );
}

/** Closing the phone's own sheet is no failure. */
function unlessDismissed(error: unknown) {
  if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
}
