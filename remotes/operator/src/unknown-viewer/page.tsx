import { EmptyState, Page } from '@shared/ui';
import { Search } from '@shared/ui/icons';
import { strings } from './strings.ts';

/** What any address below `viewers/` shows that is no board. */
export function Component() {
  return (
    <Page title={strings.title}>
      <EmptyState icon={<Search />} title={strings.check}>
        {strings.text}
      </EmptyState>
    </Page>
  );
}
