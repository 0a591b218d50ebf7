import { EmptyState, Page } from '@shared/ui';
import { Search } from '@shared/ui/icons';
import { strings } from './strings.ts';

/** What any address below `viewers/` shows that is no board. */
export function Component() {
  return (
    <Page>
      <EmptyState icon={<Search />} title={strings.title}>
        {strings.text}
      </EmptyState>
    </Page>
  );
}
