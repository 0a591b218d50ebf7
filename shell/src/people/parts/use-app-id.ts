import { brandAtom } from '@shared/state';
import { useAtomValue } from 'jotai';

const DEFAULT_APP_ID = '1';

/** Returns the brand's `app_id`, a query parameter of some calls. */
export const useAppId = () => useAtomValue(brandAtom).record?.appId ?? DEFAULT_APP_ID;
