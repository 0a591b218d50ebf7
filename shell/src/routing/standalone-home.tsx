import { sessionAtom } from '@shared/state';
import { Button } from '@shared/ui';
import { useAtom } from 'jotai';
import { Notice } from '../notice/notice.tsx';
import { strings } from './strings.ts';

/** Home of a standalone page without a home of its own: explains how to continue. */
export function StandaloneHome() {
  const [session, setSession] = useAtom(sessionAtom);
  const leave = <Button onClick={() => setSession({ status: 'guest' })}>{strings.logOut}</Button>;
  return (
    <Notice
      title={strings.choose}
      text={strings.chooseText}
      action={session.status === 'user' ? leave : undefined}
    />
  );
}
