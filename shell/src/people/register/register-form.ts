import { confirmsPassword, email, fullName, password, required } from '@shared/forms';
import * as z from 'zod/mini';
import { strings } from './strings.ts';

export const RegisterForm = z
  .object({ name: fullName, email, password: password(), confirmation: required })
  .check(confirmsPassword(strings.different));
