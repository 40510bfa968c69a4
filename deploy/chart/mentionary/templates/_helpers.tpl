{{/* Names and labels. */}}
{{- define "mentionary.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 40 | trimSuffix "-" -}}
{{- end }}

{{- define "mentionary.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" -}}
{{- else if contains (include "mentionary.name" .) .Release.Name -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name (include "mentionary.name" .) | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end }}

{{- define "mentionary.selector" -}}
app.kubernetes.io/name: {{ include "mentionary.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "mentionary.labels" -}}
{{ include "mentionary.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end }}

{{- define "mentionary.serviceAccount" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "mentionary.fullname" .) .Values.serviceAccount.name -}}
{{- else -}}
{{- default "default" .Values.serviceAccount.name -}}
{{- end -}}
{{- end }}

{{- define "mentionary.image" -}}
{{- with .Values.image -}}
{{- if .digest -}}
{{ .repository }}@{{ .digest }}
{{- else -}}
{{ .repository }}:{{ default $.Chart.AppVersion .tag }}
{{- end -}}
{{- end -}}
{{- end }}

{{/* One secret value as an environment variable: list of the root, the variable, the key and whether it may be missing. */}}
{{- define "mentionary.secret" -}}
{{- $root := index . 0 -}}
- name: {{ index . 1 }}
  valueFrom:
    secretKeyRef:
      name: {{ required "existingSecret: name the Secret that holds the database's address" $root.Values.existingSecret }}
      key: {{ index . 2 }}
      {{- if index . 3 }}
      optional: true
      {{- end }}
{{- end }}

{{/* What every process is told. */}}
{{- define "mentionary.env.common" -}}
{{ include "mentionary.secret" (list . "MENTIONARY_DATABASE" .Values.secretKeys.database false) }}
- name: MENTIONARY_LOG_FORMAT
  value: json
- name: MENTIONARY_LOG_LEVEL
  value: {{ .Values.settings.logLevel | quote }}
{{- if .Values.certificateAuthorities.configMap }}
# Go's own setting: roots of trust beside those of the image.
- name: SSL_CERT_DIR
  value: /etc/mentionary/ca
{{- end }}
{{- end }}

{{/* Where workflows run. */}}
{{- define "mentionary.env.temporal" -}}
{{- $s := .Values.settings -}}
- name: MENTIONARY_TEMPORAL_ADDRESS
  value: {{ required "settings.temporal.address: host:port of the Temporal cluster" $s.temporal.address | quote }}
- name: MENTIONARY_TEMPORAL_NAMESPACE
  value: {{ $s.temporal.namespace | quote }}
- name: MENTIONARY_TEMPORAL_TLS
  value: {{ $s.temporal.tls | quote }}
{{ include "mentionary.secret" (list . "MENTIONARY_TEMPORAL_API_KEY" .Values.secretKeys.temporalAPIKey true) }}
{{- with $s.temporal.serverName }}
- name: MENTIONARY_TEMPORAL_SERVER_NAME
  value: {{ . | quote }}
{{- end }}
{{- with $s.temporal.uiURL }}
- name: MENTIONARY_TEMPORAL_UI_URL
  value: {{ . | quote }}
{{- end }}
{{- if .Values.temporalCertificate.existingSecret }}
{{- if not $s.temporal.tls }}
{{- fail "temporalCertificate: a client certificate is for TLS, set settings.temporal.tls to true" }}
{{- end }}
{{- with .Values.temporalCertificate.certKey }}
- name: MENTIONARY_TEMPORAL_CERT_FILE
  value: /etc/mentionary/temporal/{{ . }}
{{- end }}
{{- with .Values.temporalCertificate.keyKey }}
- name: MENTIONARY_TEMPORAL_KEY_FILE
  value: /etc/mentionary/temporal/{{ . }}
{{- end }}
{{- with .Values.temporalCertificate.caKey }}
- name: MENTIONARY_TEMPORAL_CA_FILE
  value: /etc/mentionary/temporal/{{ . }}
{{- end }}
{{- end }}
{{- end }}

{{/* What web servers and workers are told. */}}
{{- define "mentionary.env.work" -}}
{{- $s := .Values.settings -}}
{{ include "mentionary.env.common" . }}
- name: MENTIONARY_BASE_URL
  value: {{ required "settings.baseURL: the address people use, such as https://mentions.example.org" $s.baseURL | quote }}
{{ include "mentionary.env.temporal" . }}
{{- if .Values.metrics.enabled }}
- name: MENTIONARY_OPS_LISTEN
  value: ":{{ .Values.metrics.port }}"
{{- end }}
{{- with $s.traces }}
- name: MENTIONARY_TRACES
  value: {{ . | quote }}
{{- end }}
- name: MENTIONARY_YOUTUBE_PLAYER_LOOKUP
  value: {{ $s.youtube.playerLookup | quote }}
{{- with $s.catalogs }}
- name: MENTIONARY_CATALOGS
  value: {{ join "," . | quote }}
{{- end }}
{{- with $s.contact }}
- name: MENTIONARY_CONTACT
  value: {{ . | quote }}
{{- end }}
- name: MENTIONARY_SHOW_DIRECTORIES
  value: {{ join "," $s.showDirectories | quote }}
{{- with $s.itunesURL }}
- name: MENTIONARY_ITUNES_URL
  value: {{ . | quote }}
{{- end }}
{{- with $s.podcastIndexURL }}
- name: MENTIONARY_PODCASTINDEX_URL
  value: {{ . | quote }}
{{- end }}
{{ include "mentionary.secret" (list . "MENTIONARY_PODCASTINDEX_KEY" .Values.secretKeys.podcastIndexKey true) }}
{{ include "mentionary.secret" (list . "MENTIONARY_PODCASTINDEX_SECRET" .Values.secretKeys.podcastIndexSecret true) }}
- name: MENTIONARY_AUDIO_MAX_MIB
  value: {{ $s.audio.maxMiB | quote }}
- name: MENTIONARY_AUDIO_GIVEN_MIB
  value: {{ $s.audio.givenMiB | quote }}
- name: MENTIONARY_CAPTION_LANGUAGES
  value: {{ join "," $s.youtube.captionLanguages | quote }}
{{ include "mentionary.secret" (list . "MENTIONARY_YOUTUBE_KEY" .Values.secretKeys.youtubeKey true) }}
{{- with $s.allowNetworks }}
- name: MENTIONARY_ALLOW_NETWORKS
  value: {{ join "," . | quote }}
{{- end }}
{{- with $s.feedOrigins }}
- name: MENTIONARY_FEED_ORIGINS
  value: {{ join "," . | quote }}
{{- end }}
{{- if $s.model.url }}
- name: MENTIONARY_MODEL_URL
  value: {{ $s.model.url | quote }}
- name: MENTIONARY_MODEL_NAME
  value: {{ required "settings.model.name: the model to use at settings.model.url" $s.model.name | quote }}
{{- with $s.model.timeout }}
- name: MENTIONARY_MODEL_TIMEOUT
  value: {{ . | quote }}
{{- end }}
{{- if $s.model.batches }}
- name: MENTIONARY_MODEL_BATCHES
  value: "true"
{{- end }}
{{ include "mentionary.secret" (list . "MENTIONARY_MODEL_KEY" .Values.secretKeys.modelKey true) }}
{{- end }}
{{- if $s.speech.url }}
- name: MENTIONARY_SPEECH_URL
  value: {{ $s.speech.url | quote }}
- name: MENTIONARY_SPEECH_NAME
  value: {{ required "settings.speech.name: the model to use at settings.speech.url" $s.speech.name | quote }}
{{- with $s.speech.language }}
- name: MENTIONARY_SPEECH_LANGUAGE
  value: {{ . | quote }}
{{- end }}
{{- with $s.speech.timeout }}
- name: MENTIONARY_SPEECH_TIMEOUT
  value: {{ . | quote }}
{{- end }}
{{ include "mentionary.secret" (list . "MENTIONARY_SPEECH_KEY" .Values.secretKeys.speechKey true) }}
{{- end }}
{{- with $s.speech.dailyMinutes }}
- name: MENTIONARY_SPEECH_DAILY_MINUTES
  value: {{ . | quote }}
{{- end }}
{{- with $s.speech.userDailyMinutes }}
- name: MENTIONARY_SPEECH_USER_DAILY_MINUTES
  value: {{ . | quote }}
{{- end }}
{{- with $s.speech.price }}
- name: MENTIONARY_SPEECH_PRICE
  value: {{ . | quote }}
{{- end }}
{{- with $s.model.dailyTokens }}
- name: MENTIONARY_MODEL_DAILY_TOKENS
  value: {{ . | quote }}
{{- end }}
{{- with $s.model.userDailyTokens }}
- name: MENTIONARY_MODEL_USER_DAILY_TOKENS
  value: {{ . | quote }}
{{- end }}
{{- with $s.model.promptPrice }}
- name: MENTIONARY_MODEL_PROMPT_PRICE
  value: {{ . | quote }}
{{- end }}
{{- with $s.model.cachedPrice }}
- name: MENTIONARY_MODEL_CACHED_PRICE
  value: {{ . | quote }}
{{- end }}
{{- with $s.model.completionPrice }}
- name: MENTIONARY_MODEL_COMPLETION_PRICE
  value: {{ . | quote }}
{{- end }}
{{- with $s.model.prices }}
- name: MENTIONARY_MODEL_PRICES
  value: {{ . | quote }}
{{- end }}
{{- end }}

{{- define "mentionary.env.api" -}}
{{- $s := .Values.settings -}}
{{ include "mentionary.env.work" . }}
- name: MENTIONARY_LISTEN
  value: 0.0.0.0:8080
- name: MENTIONARY_DRAIN
  value: {{ printf "%vs" .Values.api.drainSeconds | quote }}
- name: MENTIONARY_SUBMISSIONS_PER_HOUR
  value: {{ $s.submissionsPerHour | quote }}
- name: MENTIONARY_UPLOAD_MIB_PER_DAY
  value: {{ $s.uploadMiBPerDay | quote }}
{{- with $s.trustedProxies }}
- name: MENTIONARY_TRUSTED_PROXIES
  value: {{ join "," . | quote }}
{{- end }}
- name: MENTIONARY_OIDC_ISSUER
  value: {{ required "settings.oidc.issuer: the issuer of your identity provider" $s.oidc.issuer | quote }}
- name: MENTIONARY_OIDC_CLIENT_ID
  value: {{ $s.oidc.clientID | quote }}
{{- with $s.oidc.origins }}
- name: MENTIONARY_OIDC_ORIGINS
  value: {{ join "," . | quote }}
{{- end }}
{{- with $s.adminSubject }}
- name: MENTIONARY_ADMIN_SUBJECT
  value: {{ . | quote }}
{{- end }}
{{ include "mentionary.secret" (list . "MENTIONARY_OIDC_CLIENT_SECRET" .Values.secretKeys.oidcClientSecret true) }}
{{ include "mentionary.secret" (list . "MENTIONARY_SESSION_KEY" .Values.secretKeys.sessionKey true) }}
{{- end }}

{{- define "mentionary.env.worker" -}}
{{- $s := .Values.settings -}}
{{ include "mentionary.env.work" . }}
- name: MENTIONARY_WORK_MAIN
  value: {{ $s.work.main | quote }}
- name: MENTIONARY_WORK_FETCH
  value: {{ $s.work.fetch | quote }}
- name: MENTIONARY_WORK_MODEL
  value: {{ $s.work.model | quote }}
- name: MENTIONARY_WORK_SPEECH
  value: {{ $s.work.speech | quote }}
- name: MENTIONARY_AUDIO_MAX_HOURS
  value: {{ $s.audio.maxHours | quote }}
- name: MENTIONARY_AUDIO_DISK_MIB
  value: {{ $s.audio.diskMiB | quote }}
{{- end }}

{{/* What every pod is confined to: the restricted pod security standard and a root file system that is only read. */}}
{{- define "mentionary.podSecurity" -}}
automountServiceAccountToken: false
securityContext:
  runAsNonRoot: true
  runAsUser: 65532
  runAsGroup: 65532
  fsGroup: 65532
  seccompProfile: {type: RuntimeDefault}
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
volumes:
  - name: tmp
    emptyDir: {sizeLimit: {{ if .Values.settings.speech.url }}{{ add .Values.settings.audio.diskMiB 256 }}{{ else }}256{{ end }}Mi}
  {{- with .Values.certificateAuthorities }}
  {{- if .configMap }}
  - name: certificate-authorities
    configMap:
      name: {{ .configMap }}
      items:
        - {key: {{ .key | quote }}, path: own.crt}
  {{- end }}
  {{- end }}
  {{- with .Values.temporalCertificate.existingSecret }}
  - name: temporal-certificate
    secret:
      secretName: {{ . }}
      defaultMode: 0440
  {{- end }}
{{- end }}

{{- define "mentionary.container" -}}
image: {{ include "mentionary.image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  runAsNonRoot: true
  capabilities: {drop: [ALL]}
volumeMounts:
  - name: tmp
    mountPath: /tmp
  {{- if .Values.certificateAuthorities.configMap }}
  - name: certificate-authorities
    mountPath: /etc/mentionary/ca
    readOnly: true
  {{- end }}
  {{- if .Values.temporalCertificate.existingSecret }}
  - name: temporal-certificate
    mountPath: /etc/mentionary/temporal
    readOnly: true
  {{- end }}
{{- end }}

{{/* Where pods go: list of the root, the component and its values. */}}
{{- define "mentionary.placement" -}}
{{- $root := index . 0 -}}
{{- $component := index . 1 -}}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "mentionary.selector" $root | nindent 8 }}
        app.kubernetes.io/component: {{ $component }}
{{- with index . 2 }}
{{- with .nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- end }}
{{- end }}
