/**
 * The modules that the shell provides to remotes. The bundler provides only shared modules that are
 * imported, so each is imported once here; `shared-modules.test.ts` compares this to the preset's
 * list.
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
