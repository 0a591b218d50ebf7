import { Link, usePaths } from '@shared/router';
import { ButtonLink, EmptyState, Page } from '@shared/ui';
import { Search } from '@shared/ui/icons';
import { SWITCH_BRAND } from '@shared/ui/product-words';
import { strings } from './strings.ts';

/** Fallback screen for unknown paths below `viewers/`. */
export function Component() {
  return (
    <Page title={strings.title}>
      <EmptyState
        icon={<Search />}
        title={strings.check}
        action={
          // The stored brand overrides the URL's, so the board may belong to another brand.
          <ButtonLink variant="quiet" render={<Link to={usePaths().switchBrand()} />}>
            {SWITCH_BRAND}
          </ButtonLink>
        }
      >
        {strings.text}
      </EmptyState>
    </Page>
  );
}
