import { brandName, PRODUCT } from '@shared/contract';
import { pathsOf, useBack, usePaths } from '@shared/router';
import { brandAtom } from '@shared/state';
import { Button, ButtonLink, ConfirmDialog, Page } from '@shared/ui';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { Notice } from '../notice/notice.tsx';
import { removeStoredBrand } from './stored-brand.ts';
import { strings } from './strings.ts';
import styles from './switch-brand-screen.module.css';

/**
 * Makes the device forget its brand, which otherwise overrides the one in every address. The
 * session stays: each brand has its own.
 */
export function SwitchBrandScreen() {
  const { slug, record } = useAtomValue(brandAtom);
  const name = brandName(record);
  const back = useBack(usePaths().home());
  const [step, setStep] = useState<'explain' | 'ask' | 'left'>('explain');
  if (step === 'left') return <Left slug={slug} name={name} />;

  const leave = () => {
    removeStoredBrand(slug);
    setStep('left');
  };
  return (
    <Page
      title={strings.switchBrand}
      onBack={back}
      actions={
        <Button variant="primary" full onClick={() => setStep('ask')}>
          {strings.switchBrand}
        </Button>
      }
    >
      <p>{strings.switchText(name)}</p>
      {step === 'ask' && (
        <ConfirmDialog
          title={strings.switchQuestion(name)}
          confirmLabel={strings.switchBrand}
          onConfirm={leave}
          onClose={() => setStep('explain')}
        >
          {strings.switchKeeps(name)}
        </ConfirmDialog>
      )}
    </Page>
  );
}

/** Its links reload the page, because a loaded page can't change its brand. */
function Left({ slug, name }: { slug: string; name: string }) {
  return (
    <Notice
      title={strings.left(name)}
      text={strings.leftText}
      action={
        <div className={styles.choices}>
          {slug !== PRODUCT.slug && (
            <ButtonLink variant="primary" full render={<a href={pathsOf(PRODUCT.slug).home()} />}>
              {strings.continueWith(PRODUCT.name)}
            </ButtonLink>
          )}
          <ButtonLink full render={<a href={pathsOf(slug).home()} />}>
            {strings.returnTo(name)}
          </ButtonLink>
        </div>
      }
    />
  );
}
