import { Button, Upload } from 'antd'
import { Icon } from '@/ui/Icon'
import { readReport, type Report } from './report'

/** Which reports are shown: one or two files, dropped or chosen, read here and sent nowhere. */
export function ReportFiles({
  reports,
  onReports,
  onFailed,
}: {
  reports: readonly Report[]
  onReports: (reports: Report[]) => void
  onFailed: (sentence: string) => void
}) {
  const take = async (files: readonly File[]) => {
    if (reports.length + files.length > 2) {
      onFailed('One or two reports can be looked at. Remove one first.')
      return
    }
    try {
      onReports([...reports, ...(await Promise.all(files.map(readReport)))])
    } catch (error) {
      onFailed((error as Error).message)
    }
  }
  return (
    <div className="stack">
      {reports.length < 2 && (
        <Upload.Dragger
          accept=".json,application/json"
          multiple
          showUploadList={false}
          beforeUpload={(file, all) => {
            if (file === all[0]) void take(all) // it is called for each of them
            return false
          }}
        >
          <p>
            <Icon name="upload" size={26} />
          </p>
          <p>Drop one or two files here, or press to choose them.</p>
          <p className="small muted">
            Files that “mentionary eval --json FILE” wrote. They are read in your browser and stored nowhere.
          </p>
        </Upload.Dragger>
      )}
      {reports.length > 0 && (
        <ul className="stack stack-tight">
          {reports.map((r, i) => (
            <li key={`${i} ${r.file}`} className="row">
              {reports.length === 2 && <b>{i === 0 ? 'Before' : 'After'}</b>}
              <span>{r.file}</span>
              <span className="small muted">
                {[r.version && `version ${r.version}`, r.model, `${r.figures.length} figures`]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              <Button
                size="small"
                aria-label={`Remove ${r.file}`}
                onClick={() => onReports(reports.filter(x => x !== r))}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
