import { AuthNotice } from '../auth-notice.tsx';
import { strings } from './strings.ts';

/** Confirms that the forgotten password was replaced. */
export const RedefinedScreen = () => <AuthNotice title={strings.title} text={strings.text} />;
