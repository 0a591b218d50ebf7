import { brandAtom } from '@shared/state';
import { useAtomValue } from 'jotai';

/** The default brand's (decisions, section 4). */
const DEFAULT_APP_ID = '1';

/** `app_id` of calls that carry it: the brand's. */
export const useAppId = () => useAtomValue(brandAtom).record?.appId ?? DEFAULT_APP_ID;
