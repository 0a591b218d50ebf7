/**
 * Module Federation's runtime, which the containers of earlier builds take from the page. It is
 * loaded for them only.
 */
import * as core from '@module-federation/runtime-core';

Object.assign(window, { _FEDERATION_RUNTIME_CORE: core });
