import { remoteConfig } from '@shared/federation';

export default remoteConfig('releases');
