import { queries, useQuery } from '@shared/client';
import { PIX } from '@shared/contract';
import { failureText } from '@shared/forms/failure-text';
import { Navigate, useBack, useParams, usePaths } from '@shared/router';
import { FailureState, Loading, Page, Skeleton } from '@shared/ui';
import { cardsOf } from '../method-labels.ts';
import { CloseButton } from './close-button.tsx';
import { strings } from './strings.ts';
import { TopUp } from './top-up.tsx';

/** Top-up by Pix or by the saved card with the id in the URL. */
export function Component() {
  const { method } = useParams();
  const methods = usePaths().paymentMethods();
  const back = useBack(methods);
  if (method === undefined) return <Navigate to={methods} replace />;
  if (method === PIX) return <TopUp key={method} method={method} card={undefined} onBack={back} />;
  return <TopUpByCard key={method} cardId={method} onBack={back} />;
}

function TopUpByCard({ cardId, onBack }: { cardId: string; onBack: () => void }) {
  const { data, error, isFetching, refetch } = useQuery(queries.paymentMethods());
  const card = data && cardsOf(data).find(({ id }) => id === cardId);
  if (card) return <TopUp method={cardId} card={card} onBack={onBack} />;
  return (
    <Page title={strings.title} onBack={onBack} trailing={<CloseButton />}>
      {data && <FailureState message={strings.gone} onBack={onBack} />}
      {!data && error && (
        <FailureState message={failureText(error)} onRetry={() => refetch()} retrying={isFetching} />
      )}
      {!data && !error && (
        <Loading>
          <Skeleton height="4rem" />
          <Skeleton height="14rem" />
        </Loading>
      )}
    </Page>
  );
}
