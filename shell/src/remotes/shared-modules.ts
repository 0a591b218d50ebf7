/**
 * The bundler provides only the shared modules that are imported; `shared-modules.test.ts` compares
 * them to the preset's list.
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
