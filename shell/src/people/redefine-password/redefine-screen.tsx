import { Navigate, useLocation, useParams, usePaths, useSearchParams } from '@shared/router';
import { RedefineForm } from './redefine-form.tsx';

/** Sets a new password with the token of a mail, which is in the fragment, the path or the query. */
export function RedefineScreen() {
  const [search] = useSearchParams();
  const inFragment = decodeFragment(useLocation().hash);
  const token = useParams().token ?? (inFragment || search.get('token'));
  const forgotPassword = usePaths().forgotPassword();
  return token ? <RedefineForm token={token} /> : <Navigate to={forgotPassword} replace />;
}

function decodeFragment(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
}
