declare module 'react-refresh/runtime' {
  import type { FunctionComponent } from 'react';

  /** All versions of one component. */
  export interface Family {
    current: FunctionComponent<object> | { type?: FunctionComponent<object> };
  }

  interface Renderer {
    setRefreshHandler: (resolveFamily: (type: unknown) => Family | undefined) => void;
    scheduleRefresh: (root: object, update: { staleFamilies: Set<Family> }) => void;
  }

  interface Hook {
    inject: (renderer: Renderer) => number;
    onCommitFiberRoot: (renderer: number, root: { current: { alternate: object | null } }) => void;
  }

  export function getFamilyByType(type: unknown): Family | undefined;
  export function injectIntoGlobalHook(page: { __REACT_DEVTOOLS_GLOBAL_HOOK__?: Hook }): void;
}

/** `src/remote.ts` of the remote that is built. */
declare module 'exposed-remote' {
  const remote: import('@shared/contract').Remote;
  export default remote;
}
