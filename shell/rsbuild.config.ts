import { shellConfig } from '@shared/federation';

export default shellConfig();
