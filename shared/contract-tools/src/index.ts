export { type CheckOptions, runCheck } from './check/run-check.ts';
