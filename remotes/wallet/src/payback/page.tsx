import { formatBRL } from '@shared/brazil';
import { CREDIT_CARD, PIX } from '@shared/contract';
import type { KeptReason, PaybackPlan } from '@shared/contract/payback';
import { failureText } from '@shared/forms/failure-text';
import { useFailureToast } from '@shared/forms/use-failure-toast';
import { useBack, usePaths } from '@shared/router';
import { showToastAtom } from '@shared/state';
import { Button, Card, ConfirmDialog, Dialog, EmptyState, Page, QueryState, words } from '@shared/ui';
import { CreditCard, QrCode, Wallet } from '@shared/ui/icons';
import { ListRow } from '@shared/ui/list';
import { useSetAtom } from 'jotai';
import { useState } from 'react';
import { capitalizeDescription, kindLabel } from '../method-labels.ts';
import { TitledList } from '../titled-list.tsx';
import { formatAmount, sumOf } from './amounts.ts';
import styles from './payback.module.css';
import { reasons, strings, unknownReason } from './strings.ts';
import { SupportLinks } from './support-links.tsx';
import { usePayback } from './use-payback.ts';
import { usePaybackPlan } from './use-payback-plan.ts';

/** Says which credit goes back where, and gives it back once the user has confirmed it. */
export function Component() {
  const back = useBack(usePaths().paymentMethods());
  const { query, isMissing } = usePaybackPlan();
  const failure = isMissing ? strings.unavailable : failureText(query.error);
  useFailureToast(query, failure);
  const [confirmed, setConfirmed] = useState<PaybackPlan['parts']>();
  const toast = useSetAtom(showToastAtom);
  const { run, join, pending, outcome, reset } = usePayback((parts) =>
    toast({
      id: 'payback',
      kind: 'success',
      title: strings.requested,
      text: strings.requestedText(formatBRL(sumOf(parts))),
    }),
  );
  const parts = query.data?.parts ?? [];
  const total = formatBRL(sumOf(parts));

  function openConfirmation() {
    join(parts);
    setConfirmed(parts);
  }
  async function confirm(wanted: PaybackPlan['parts']) {
    await run(wanted);
    setConfirmed(undefined);
  }
  return (
    <Page
      title={strings.title}
      onBack={back}
      actions={
        parts.length > 0 && (
          <Button variant="primary" full onClick={openConfirmation}>
            {strings.give(total)}
          </Button>
        )
      }
    >
      {query.data ? (
        <Plan plan={query.data} total={total} />
      ) : (
        <QueryState query={query} failure={failure} height="18rem" />
      )}
      {confirmed && (
        <ConfirmDialog
          title={strings.confirmTitle(formatBRL(sumOf(confirmed)))}
          confirmLabel={strings.title}
          cancelLabel={words.cancel}
          pending={pending}
          onConfirm={() => confirm(confirmed)}
          onClose={() => setConfirmed(undefined)}
        >
          <p>{strings.confirmText}</p>
        </ConfirmDialog>
      )}
      {!confirmed && outcome && outcome !== 'requested' && (
        <Dialog
          title={outcome === 'failed' ? words.failure : strings.title}
          onClose={reset}
          actions={
            <Button variant="primary" onClick={reset}>
              {words.close}
            </Button>
          }
        >
          <p>{strings[outcome]}</p>
        </Dialog>
      )}
    </Page>
  );
}

function Plan({ plan, total }: { plan: PaybackPlan; total: string }) {
  const { parts, kept, paybacks } = plan;
  return (
    <>
      {parts.length > 0 && (
        <Card>
          <p className={styles.label}>{strings.returns}</p>
          <p className={styles.total}>{total}</p>
          <p className={styles.note}>{strings.returnsText}</p>
        </Card>
      )}
      {parts.length > 0 && (
        <TitledList title={strings.sources}>
          {parts.map((part) => (
            <ListRow
              key={part.orderId}
              leading={<Glyph of={part} />}
              title={titleOf(part)}
              detail={arrivalOf(part)}
              trailing={formatAmount(part)}
            />
          ))}
        </TitledList>
      )}
      {parts.length + kept.length === 0 && (
        <EmptyState icon={<Wallet />} title={strings.empty}>
          {strings.emptyText}
        </EmptyState>
      )}
      {kept.length > 0 && (
        <TitledList
          title={strings.kept}
          below={kept.some(({ reason }) => reason !== 'charging') && <SupportLinks />}
        >
          {kept.map((one, index) => (
            <ListRow key={index} title={formatAmount(one)} detail={reasonOf(one.reason)} />
          ))}
        </TitledList>
      )}
      {paybacks.length > 0 && (
        <TitledList title={strings.paybacks}>
          {paybacks.map((one) => (
            <ListRow
              key={one.paybackId}
              leading={<Glyph of={one} />}
              title={titleOf(one)}
              detail={stateOf(one.state)}
              trailing={formatAmount(one)}
            />
          ))}
        </TitledList>
      )}
    </>
  );
}

type Method = Pick<PaybackPlan['parts'][number], 'item_type' | 'description'>;

const Glyph = ({ of }: { of: Method }) => (of.item_type === PIX ? <QrCode /> : <CreditCard />);

const titleOf = ({ item_type, description }: Method) =>
  capitalizeDescription(description || kindLabel(item_type) || strings.unknownMethod);

function arrivalOf({ item_type }: Method): string {
  if (item_type === CREDIT_CARD) return strings.toCard;
  return item_type === PIX ? strings.toPix : strings.toOther;
}

const isKnown = (reason: string | undefined): reason is KeptReason =>
  reason !== undefined && Object.hasOwn(reasons, reason);
const reasonOf = (reason: string | undefined) => (isKnown(reason) ? reasons[reason] : unknownReason);

function stateOf(state: string | undefined): string {
  if (state === 'done' || state === 'rejected') return strings[state];
  return strings.pending;
}
