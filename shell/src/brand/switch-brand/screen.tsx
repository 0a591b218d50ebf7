import { queries, useQuery } from '@shared/client';
import { brandName, PRODUCT } from '@shared/contract';
import { safeReturnPath } from '@shared/contract/safe-return-path';
import { pathsOf, useBack, usePaths, useSearchParams } from '@shared/router';
import { brandAtom, plugWaitsAtom } from '@shared/state';
import { Button, ButtonLink, ConfirmDialog, Page } from '@shared/ui';
import { SWITCH_BRAND } from '@shared/ui/product-words';
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { Notice } from '../../notice/notice.tsx';
import { isBrandSlug } from '../destination.ts';
import { removeStoredBrand } from '../stored-brand.ts';
import { strings } from './strings.ts';

/**
 * Removes this device's stored brand, which takes precedence over the brand in a URL. The brand's
 * session stays stored.
 */
export function SwitchBrandScreen() {
  const { slug, record } = useAtomValue(brandAtom);
  const name = brandName(record);
  const back = useBack(usePaths().home());
  const [step, setStep] = useState<'explain' | 'ask' | 'left'>('explain');
  const setPlugWaits = useSetAtom(plugWaitsAtom);
  if (step === 'left') return <BrandLeft slug={slug} name={name} />;

  const leave = () => {
    removeStoredBrand(slug);
    // The next brand doesn't know them.
    setPlugWaits({});
    setStep('left');
  };
  return (
    <Page
      title={SWITCH_BRAND}
      onBack={back}
      actions={
        <Button variant="primary" full onClick={() => setStep('ask')}>
          {SWITCH_BRAND}
        </Button>
      }
    >
      <p>{strings.text(name)}</p>
      {step === 'ask' && (
        <ConfirmDialog
          title={strings.question(name)}
          confirmLabel={SWITCH_BRAND}
          onConfirm={leave}
          onClose={() => setStep('explain')}
        >
          {strings.keeps(name)}
        </ConfirmDialog>
      )}
    </Page>
  );
}

/** Returns the screen of another brand to continue with (`?next=`), if there is a valid one. */
function useNext(current: string) {
  const next = useSearchParams()[0].get('next') ?? '';
  const slug = next.split('/')[1] ?? '';
  const path = isBrandSlug(slug) && slug !== current ? safeReturnPath(next, slug) : undefined;
  const { data, isError } = useQuery({ ...queries.brand(slug), enabled: path !== undefined });
  if (path === undefined || isError) return undefined;
  return { slug, path, name: data ? brandName(data) : slug };
}

/** Its links reload the page, because a loaded page can't change its brand. */
function BrandLeft({ slug, name }: { slug: string; name: string }) {
  const home = { slug: PRODUCT.slug, path: pathsOf(PRODUCT.slug).home(), name: PRODUCT.name };
  const next = useNext(slug) ?? home;
  // The URL doesn't change, so the focus would be lost with the dialog.
  useEffect(() => {
    const heading = document.querySelector<HTMLElement>('main h1');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, []);
  return (
    <Notice
      title={strings.left(name)}
      text={strings.leftText}
      action={
        <>
          {slug !== next.slug && (
            <ButtonLink variant="primary" render={<a href={next.path} />}>
              {strings.continueWith(next.name)}
            </ButtonLink>
          )}
          <ButtonLink render={<a href={pathsOf(slug).home()} />}>{strings.returnTo(name)}</ButtonLink>
        </>
      }
    />
  );
}
