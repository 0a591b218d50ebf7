import { Navigate, useParams, usePaths, useSearchParams } from '@shared/router';
import { RedefineForm } from './redefine-form.tsx';

/** Sets a new password with the token of a mail, which is in the path or in the query. */
export function RedefineScreen() {
  const [search] = useSearchParams();
  const token = useParams().token ?? search.get('token');
  const forgotPassword = usePaths().forgotPassword();
  return token ? <RedefineForm token={token} /> : <Navigate to={forgotPassword} replace />;
}
