import { useBack, usePaths } from '@shared/router';
import { Page } from '@shared/ui';
import { Coupons } from './coupons.tsx';
import { strings } from './strings.ts';

/** Screen of the user's coupons. */
export function Component() {
  const back = useBack(usePaths().userProfile());
  return (
    <Page title={strings.title} onBack={back}>
      <Coupons />
    </Page>
  );
}
