import { queries, useQuery } from '@shared/client';
import { PIX } from '@shared/contract';
import { failureText } from '@shared/forms/failure-text';
import { useFailureToast } from '@shared/forms/use-failure-toast';
import { Navigate, useBack, useParams, usePaths } from '@shared/router';
import { FailureState, Page, QueryState, Skeleton } from '@shared/ui';
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
  const query = useQuery(queries.paymentMethods());
  const failure = failureText(query.error);
  useFailureToast(query, failure);
  const card = query.data && cardsOf(query.data).find(({ id }) => id === cardId);
  if (card) return <TopUp method={cardId} card={card} onBack={onBack} />;
  return (
    <Page title={strings.title} onBack={onBack} trailing={<CloseButton />}>
      {query.data ? (
        <FailureState message={strings.gone} onBack={onBack} />
      ) : (
        <QueryState query={query} failure={failure}>
          <Skeleton height="4rem" />
          <Skeleton height="14rem" />
        </QueryState>
      )}
    </Page>
  );
}
