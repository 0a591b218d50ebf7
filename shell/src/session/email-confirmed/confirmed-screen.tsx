import { AuthNotice } from '../auth-notice.tsx';
import { strings } from './strings.ts';

/** Where the confirmation mail leads in the end. */
export const ConfirmedScreen = () => <AuthNotice title={strings.title} text={strings.text} />;
