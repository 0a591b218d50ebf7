/**
 * What the shell provides to remotes. A shared module that nothing here asks for isn't provided at all, so each is asked
 * for once; `shared-modules.test.ts` holds this to the preset's list.
 */
import 'react';
import 'react/jsx-runtime';
import 'react-dom';
import 'react-dom/client';
import 'jotai';
import '@shared/client';
import '@shared/contract';
import '@shared/router';
import '@shared/state';
import '@shared/ui';
