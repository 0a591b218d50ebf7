import { CONTRACT_VERSION, type RemoteVersion } from '@shared/contract';
import { isInRange } from '@shared/contract/contract-range';

/** Returns whether a version was built for a contract that this shell fulfils. */
export const fitsContract = ({ contract }: RemoteVersion) => isInRange(CONTRACT_VERSION, contract);
