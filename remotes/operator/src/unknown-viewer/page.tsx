import { EmptyState, Page } from '@shared/ui';
import { Search } from '@shared/ui/icons';
import { strings } from './strings.ts';

/** Fallback screen for unknown paths below `viewers/`. */
export function Component() {
  return (
    <Page title={strings.title}>
      <EmptyState icon={<Search />} title={strings.check}>
        {strings.text}
      </EmptyState>
    </Page>
  );
}
