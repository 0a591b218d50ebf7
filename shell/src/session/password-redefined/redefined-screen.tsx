import { AuthNotice } from '../auth-notice.tsx';
import { strings } from './strings.ts';

/** The end of a forgotten password. */
export const RedefinedScreen = () => <AuthNotice title={strings.title} text={strings.text} />;
