import { isConnectionFailure, useQuery } from '@shared/client';
import { parseUrl } from '@shared/contract/parse-url';
import { useBack, usePaths } from '@shared/router';
import { brandAtom } from '@shared/state';
import { ButtonLink, Page, QueryState, Skeleton, words } from '@shared/ui';
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { connectivityAtom } from '../connection/connectivity/connectivity.ts';
import styles from './legal.module.css';
import { type LegalFile, readLegalText, textPage } from './legal-text.ts';
import { strings } from './strings.ts';

interface LegalScreenProps {
  title: string;
  file: LegalFile;
  /** Field of the brand's record with the URL of the text's web page. */
  linkField: 'appTermsAndConditionsLink' | 'appPrivacyPolicyLink';
}

export const TermsScreen = () => (
  <LegalScreen title={strings.terms} file="terms.txt" linkField="appTermsAndConditionsLink" />
);
export const PrivacyScreen = () => (
  <LegalScreen title={strings.privacy} file="policy.txt" linkField="appPrivacyPolicyLink" />
);

/** Renders one of the brand's legal texts in a sandboxed frame without any permissions. */
function LegalScreen({ title, file, linkField }: LegalScreenProps) {
  const back = useBack(usePaths().home());
  const { slug, record } = useAtomValue(brandAtom);
  const query = useQuery({
    queryKey: ['legal', slug, file],
    queryFn: ({ signal }) => readLegalText(slug, file, signal),
  });
  const { data, error } = query;
  const connectivity = useAtomValue(connectivityAtom);
  useEffect(() => {
    if (isConnectionFailure(error)) connectivity.failed();
  }, [error, connectivity]);
  const link = webLink(record?.[linkField]);

  return (
    <Page title={title} onBack={back}>
      {data !== undefined && (
        <iframe
          className={styles.text}
          sandbox=""
          title={title}
          src={`data:text/html;charset=utf-8,${encodeURIComponent(textPage(title, data))}`}
        />
      )}
      {data === undefined && (
        <QueryState
          query={query}
          failure={isConnectionFailure(error) ? words.networkFailure : words.serverFailure}
          onBack={back}
        >
          <div className={styles.bones}>
            {['90%', '100%', '95%', '40%', '97%', '85%', '60%'].map((width) => (
              <Skeleton key={width} width={width} height="1rem" />
            ))}
          </div>
        </QueryState>
      )}
      {link && (
        <ButtonLink variant="quiet" render={<a href={link} target="_blank" rel="noopener noreferrer" />}>
          {strings.onCompanyPage}
        </ButtonLink>
      )}
    </Page>
  );
}

/** Returns an http(s) URL; undefined for anything else, as a brand's record is untrusted. */
export function webLink(text: string | undefined): string | undefined {
  const url = text === undefined ? undefined : parseUrl(text);
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined;
}
