"""Spanish."""

from __future__ import annotations

from weft.simulate._locale_base import Calendar, Locale, compose_names, list_words, read_words

_WORDS = read_words("""
home: Inicio; search: Buscar; members: Miembros; calendar: Calendario; help: Ayuda; login: Entrar
register: Registrarse; logout: Salir; mark_read: Marcar todo como leído; reply: Responder; quote: Citar
report: Denunciar; vote_up: Me gusta; vote_down: No me gusta; delete: Borrar; edit: Editar; print: Versión imprimible
email: Enviar a un amigo; watch: Seguir; new_thread: Nuevo tema; next: Siguiente; previous: Anterior; first: Primera
last: Última; next_thread: Tema siguiente; previous_thread: Tema anterior; last_post: Último mensaje; permalink: Enlace
sort_replies: Más respuestas; sort_views: Más vistos; sort_date: Más nuevos; sort_author: Por autor
filter_day: Último día; filter_week: Última semana; all: Todos; tags: Etiquetas; feed: Suscripción; archive: Archivo
profile: Perfil; page: Página; error: Error; not_found: No encontrado
login_needed: Debes entrar para ver esta página.; no_such_page: La página pedida no existe.; moved: Movido
announcement: Anuncio; sticky: Fijo; ads: Publicidad; online: Quién está en línea; stats_posts: Mensajes totales
stats_threads: Temas totales; stats_users: Usuarios totales; related: Temas parecidos; older: Más antiguos
newer: Más recientes; by: por; replies: Respuestas; views: Vistas; posts: Mensajes; threads: Temas; joined: Registro
location: Lugar; edited: Editado; attached: Adjuntos; downloads: descargas; wrote: escribió
in_reply_to: en respuesta a; answer: respuesta; answers: Respuestas; accepted: Respuesta aceptada; comment: comentario
comments: Comentarios; votes: votos; asked: preguntó; author: Autor; date: Fecha; subject: Asunto; board: Foro
boards: Foros; moderators: Moderadores; subboards: Subforos; locked: Cerrado; unread: Mensajes nuevos
solved: Resuelto; load_more: Cargar más; menu: Menú; skip: Ir al contenido; top: Arriba; sort: Ordenar por
go_to_page: Ir a la página; of: de; size: Tamaño; rank_new: Novato; rank_member: Miembro; rank_senior: Veterano
submit: Enviar; share: Compartir; from: De; month_index: Mensajes por mes; thread_index: Mensajes por tema
recent: Últimos mensajes; code: Código; statistics: Estadísticas; started: Empezado; read_more: Leer más
settings: Opciones; cookies: Este sitio usa una cookie para recordarte.
footer: Los mensajes son de sus autores.; message: Mensaje; action: Acción; no_replies: Aún sin respuestas
today: Hoy; yesterday: Ayer; just_now: ahora mismo; minute_ago: hace 1 minuto; minutes_ago: hace {n} minutos
hour_ago: hace 1 hora; hours_ago: hace {n} horas; day_ago: hace 1 día; days_ago: hace {n} días
""")

_VOCABULARY = list_words("""
que de no a la el es y en lo un por qué me una te los se con para mi está si bien pero yo eso las sí su tu aquí del al
como le más esto ya todo esta vamos muy hay ahora algo estoy tengo nos tú nada cuando ha este sé estás así puedo cómo
quiero sólo soy tiene gracias o él bueno fue ser hacer son todos era eres vez tienes creo ella he ese voy puede sabes
hola sus porque quién nunca dónde quieres casa favor esa dos tan señor tiempo verdad estaba mejor están va hombre usted
mucho hace entonces siento tenemos puedes ahí ti vida ver alguien hasta sin mí solo años sobre decir uno siempre oh ir
cosas también antes has ni mis día estar estamos noche nadie otra quiere parece nosotros poco padre gente mira trabajo
mismo hijo primera había mundo tal hecho donde chica debe mañana después dijo buena madre nuevo cada dinero momento otro
hablar les importa haciendo pasa quizá seguro claro mujer cierto tarde problema hermano amigo nombre contra desde puerta
agua ciudad calle montaña jardín cocina pan queso manzana sopa receta cuchillo plato mesa silla ventana techo sótano
lámpara cable enchufe corriente batería motor freno rueda coche bicicleta tren billete mapa viaje isla mar puerto barco
avión maleta precio factura mercado oficina colega proyecto contrato pregunta solución fallo causa consejo manual imagen
foto lente luz color marco película música canción guitarra cuerda libro hoja capítulo palabra frase lengua escuela
maestro alumno examen nota hermana familia perro gato pájaro árbol flor césped semilla piedra arena madera clavo
tornillo martillo sierra pared suelo calefacción tubo bomba ordenador pantalla teclado ratón red archivo carpeta copia
cuenta programa versión juego equipo gol balón victoria regla punto final principio medio parte pieza grupo número
viejo grande pequeño largo corto rápido lento oscuro caliente frío caro barato justo falso fácil difícil importante
""")

_NAMES = compose_names(
    "Lobo Gato Luna Sol Pepe Toro Zorro Viento Nube Rayo Tito Lola Paco Búho Oso Mar Niebla Roca Trueno Duende",
    ("_82", "negro", "ito", "loco", "23", "_mx", "azul"),
    """
    Tía Carmen
    José M.
    el_niño
    Doña Inés
    Capitán Nemo
    """,
)

_MONTHS = "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"

SPANISH = Locale(
    code="es",
    rtl=False,
    words=_WORDS,
    vocabulary=_VOCABULARY,
    joiner=" ",
    stop=".",
    names=_NAMES,
    calendar=Calendar(
        months=list_words(_MONTHS),
        worded="{d} de {month} de {y}, {hour:02}:{minute:02}",
        numeric="{d:02}-{m:02}-{y} {hour:02}:{minute:02}",
    ),
)
