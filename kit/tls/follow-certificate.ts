import type { Log } from "../log.ts";
import { unwaited } from "../unwaited.ts";
import { readCertificate, type Certificate, type CertificateFiles } from "./certificate.ts";

/** The certificate that is served, and what became of newer ones. */
export interface FollowedCertificate {
  readonly current: Certificate;
  /** Whether the files now hold a pair that could not be taken. */
  readonly refused: boolean;
  /** Stops looking at the files. */
  stop: () => void;
}

interface FollowOptions {
  everyMs: number;
  log: Log;
  /** Called with each new pair. */
  onChange: (certificate: Certificate) => void;
}

/**
 * Reads the certificate, and reads its files again every `everyMs`: links are followed, as mounted secrets are links that
 * are exchanged. A pair that cannot be served changes nothing.
 * @throws CertificateError when there is none to begin with
 */
export async function followCertificate(files: CertificateFiles, options: FollowOptions): Promise<FollowedCertificate> {
  const { everyMs, log, onChange } = options;
  let current = await readCertificate(files);
  let refusal: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const read = async () => {
    try {
      const found = await readCertificate(files);
      refusal = undefined;
      if (isStopped || (found.cert.equals(current.cert) && found.key.equals(current.key))) return;
      onChange(found);
      current = found;
      log.info({ expiresAt: new Date(found.expiresAt) }, "the certificate was replaced");
    } catch (error) {
      const { message } = error as Error;
      // While both files are being written they do not match; what stays wrong is said once.
      if (message !== refusal) log.error({ err: error }, "the new certificate is refused; the old one stays in use");
      refusal = message;
    }
  };
  const schedule = () => {
    if (isStopped) return;
    timer = setTimeout(() => unwaited(read().finally(schedule), () => undefined), everyMs).unref();
  };
  schedule();
  return {
    get current() {
      return current;
    },
    get refused() {
      return refusal !== undefined;
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
