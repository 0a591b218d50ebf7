import remote from './remote.ts';

console.info(remote.name);
