import { brandName, PRODUCT } from '@shared/contract';
import { pathsOf, useBack, usePaths } from '@shared/router';
import { brandAtom } from '@shared/state';
import { Button, ButtonLink, ConfirmDialog, Page } from '@shared/ui';
import { SWITCH_BRAND } from '@shared/ui/product-words';
import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { removeStoredBrand } from '../brand/stored-brand.ts';
import { Notice } from '../notice/notice.tsx';
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
  if (step === 'left') return <BrandLeft slug={slug} name={name} />;

  const leave = () => {
    removeStoredBrand(slug);
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

/** Its links reload the page, because a loaded page can't change its brand. */
function BrandLeft({ slug, name }: { slug: string; name: string }) {
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
          {slug !== PRODUCT.slug && (
            <ButtonLink variant="primary" render={<a href={pathsOf(PRODUCT.slug).home()} />}>
              {strings.continueWith(PRODUCT.name)}
            </ButtonLink>
          )}
          <ButtonLink render={<a href={pathsOf(slug).home()} />}>{strings.returnTo(name)}</ButtonLink>
        </>
      }
    />
  );
}
