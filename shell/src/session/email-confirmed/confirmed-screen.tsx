import { AuthNotice } from '../auth-notice.tsx';
import { strings } from './strings.ts';

/** The screen that the confirmation mail's link opens. */
export const ConfirmedScreen = () => <AuthNotice title={strings.title} text={strings.text} />;
