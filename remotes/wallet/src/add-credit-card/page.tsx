import { queries, useQuery } from '@shared/client';
import { useBack, useParams, usePaths } from '@shared/router';
import { Button, Dialog, Loading, Page, Skeleton } from '@shared/ui';
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
  const { data, error, isFetching, refetch } = useQuery(queries.paymentMethod(id));
  if (data) return <SavedCard card={data} onBack={onBack} />;
  return (
    <Page title={strings.title} onBack={onBack}>
      <Loading>
        <Skeleton height="24rem" />
      </Loading>
      {error && (
        <Dialog
          title={strings.failure}
          onClose={onBack}
          actions={
            <>
              <Button variant="primary" pending={isFetching} onClick={() => refetch()}>
                {strings.retry}
              </Button>
              <Button onClick={onBack}>{strings.back}</Button>
            </>
          }
        >
          <p>{strings.loadFailed}</p>
        </Dialog>
      )}
    </Page>
  );
}
