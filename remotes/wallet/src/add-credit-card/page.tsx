import { queries, useQuery } from '@shared/client';
import { useFailureToast } from '@shared/forms/use-failure-toast';
import { useBack, useParams, usePaths } from '@shared/router';
import { Loading, Page } from '@shared/ui';
import { LoadFailureDialog } from '@shared/ui/load-failure-dialog';
import { NewCard } from './new-card.tsx';
import { SavedCard } from './saved-card.tsx';
import { strings } from './strings.ts';

/** Form for a new card, or for the saved card with the id in the URL. */
export function Component() {
  const { cardId } = useParams();
  const back = useBack(usePaths().paymentMethods());
  return cardId === undefined ? (
    <NewCard onBack={back} />
  ) : (
    <CardById key={cardId} id={cardId} onBack={back} />
  );
}

function CardById({ id, onBack }: { id: string; onBack: () => void }) {
  const query = useQuery(queries.paymentMethod(id));
  useFailureToast(query, strings.loadFailed);
  const { data, error, isFetching, refetch } = query;
  if (data) return <SavedCard card={data} onBack={onBack} />;
  return (
    <Page title={strings.title} onBack={onBack}>
      <Loading height="24rem" />
      {error && (
        <LoadFailureDialog
          text={strings.loadFailed}
          retrying={isFetching}
          onRetry={() => refetch()}
          onBack={onBack}
        />
      )}
    </Page>
  );
}
