import { ensureProgram } from './ensure-program.ts';

export const ensureNginx = () => ensureProgram('nginx', 'nginx-light');
