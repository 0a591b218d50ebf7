import { ensureProgram } from './ensure-program.ts';

export const ensureNats = () => ensureProgram('nats-server');
